-- For lists by due date, those without one at their end.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_workspace_id_due_date_idx" ON "invoices"("workspace_id", (coalesce("due_date", 'infinity'::date)), "invoice_id");
