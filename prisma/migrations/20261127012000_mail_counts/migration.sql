-- How many emails an account sent in an hour; each recipient counts.
CREATE TABLE "mail_counts" (
    "owner_uuid" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "mails" INTEGER NOT NULL,

    CONSTRAINT "mail_counts_pkey" PRIMARY KEY ("owner_uuid","hour")
);
ALTER TABLE "mail_counts" ADD CONSTRAINT "mail_counts_owner_uuid_fkey" FOREIGN KEY ("owner_uuid") REFERENCES "accounts"("owner_uuid") ON DELETE CASCADE ON UPDATE CASCADE;
