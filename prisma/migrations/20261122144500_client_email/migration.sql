-- For lists by email, which is compared in lower case. Prisma has no word for an index of an expression.
CREATE INDEX "clients_workspace_id_lower_email_idx" ON "clients"("workspace_id", lower("email"), "id");
