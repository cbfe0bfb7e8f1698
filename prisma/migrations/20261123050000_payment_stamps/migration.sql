-- Null: as it was recorded.
ALTER TABLE "payments" ADD COLUMN "updated_at" TIMESTAMPTZ(3), ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
ALTER TABLE "credit_notes" ADD COLUMN "updated_at" TIMESTAMPTZ(3);
