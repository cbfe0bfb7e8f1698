-- AlterTable
ALTER TABLE "sign_in_failures" ADD COLUMN     "device_hash" BYTEA,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'password';

-- CreateTable
CREATE TABLE "sign_in_waits" (
    "email_key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_waits_pkey" PRIMARY KEY ("email_key")
);

-- CreateTable
CREATE TABLE "known_devices" (
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("token_hash","user_id")
);

-- CreateIndex
CREATE INDEX "known_devices_user_id_idx" ON "known_devices"("user_id");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
