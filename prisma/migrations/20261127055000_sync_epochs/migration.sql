-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "epoch" UUID,
ADD COLUMN     "restored_at" TIMESTAMPTZ(3),
ADD COLUMN     "restored_from" TIMESTAMPTZ(3),
ADD COLUMN     "tombstones_from" TIMESTAMPTZ(3);

-- A statement of its own: as the default of a new column it would rewrite the table.
ALTER TABLE "workspaces" ALTER COLUMN "epoch" SET DEFAULT gen_random_uuid();
