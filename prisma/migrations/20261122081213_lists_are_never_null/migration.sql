-- What Prisma reads as an empty list was NULL to SQL: neither is written, and now neither can be.

-- AlterTable
UPDATE "api_keys" SET "scopes" = '{}' WHERE "scopes" IS NULL;
ALTER TABLE "api_keys" ALTER COLUMN "scopes" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "scopes" SET NOT NULL;

-- AlterTable
UPDATE "intake_forms" SET "practice_areas" = '{}' WHERE "practice_areas" IS NULL;
ALTER TABLE "intake_forms" ALTER COLUMN "practice_areas" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "practice_areas" SET NOT NULL;

-- AlterTable
UPDATE "webhook_endpoints" SET "events" = '{}' WHERE "events" IS NULL;
ALTER TABLE "webhook_endpoints" ALTER COLUMN "events" SET DEFAULT ARRAY[]::TEXT[], ALTER COLUMN "events" SET NOT NULL;
