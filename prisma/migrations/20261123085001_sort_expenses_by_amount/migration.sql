-- For lists by what was spent, those without a price before all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "expenses_workspace_id_amount_idx" ON "expenses"("workspace_id", (coalesce(coalesce("quantity", 1) * "unit_price", -1)), "id");
