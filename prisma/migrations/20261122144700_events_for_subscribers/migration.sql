-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "subscribed_events" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "overdue_noted" DATE;

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "previous" JSON;

-- Written by hand: nobody is told of what was overdue before.
UPDATE "invoices" SET "overdue_noted" = "due_date" WHERE "status" = 'overdue';
