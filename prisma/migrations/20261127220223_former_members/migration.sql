-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "initials" TEXT,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "former_members" (
    "owner_uuid" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "initials" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_members_pkey" PRIMARY KEY ("owner_uuid","user_id")
);

-- CreateIndex
CREATE INDEX "former_members_user_id_idx" ON "former_members"("user_id");

-- AddForeignKey
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_owner_uuid_fkey" FOREIGN KEY ("owner_uuid") REFERENCES "accounts"("owner_uuid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
