CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "client_billing_workspace_id_debtor_number_key" ON "client_billing"("workspace_id", "debtor_number");
