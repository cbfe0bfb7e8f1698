-- CreateTable
CREATE TABLE "account_limits" (
    "owner_uuid" UUID NOT NULL,
    "max_tier" "RateTier",
    "max_keys" INTEGER,
    "max_mails_per_day" INTEGER,
    "max_bytes" BIGINT,

    CONSTRAINT "account_limits_not_negative"
        CHECK (max_keys >= 0 AND max_mails_per_day >= 0 AND max_bytes >= 0),
    CONSTRAINT "account_limits_pkey" PRIMARY KEY ("owner_uuid")
);

-- AddForeignKey
ALTER TABLE "account_limits" ADD CONSTRAINT "account_limits_owner_uuid_fkey" FOREIGN KEY ("owner_uuid") REFERENCES "accounts"("owner_uuid") ON DELETE CASCADE ON UPDATE CASCADE;
