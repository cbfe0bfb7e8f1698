-- For lists by day of issue, drafts without one at their end.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_workspace_id_issue_date_idx" ON "invoices"("workspace_id", (coalesce("issue_date", 'infinity'::date)), "invoice_id");
