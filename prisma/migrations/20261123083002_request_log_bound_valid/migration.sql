-- Reads the table while others write to it.
ALTER TABLE "request_logs" VALIDATE CONSTRAINT "request_logs_bound";
