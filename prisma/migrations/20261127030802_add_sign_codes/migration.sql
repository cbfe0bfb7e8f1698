-- CreateTable
CREATE TABLE "sign_codes" (
    "workspace_id" INTEGER NOT NULL,
    "document_id" BIGINT NOT NULL,
    "code" BYTEA NOT NULL,
    "sent_to" TEXT NOT NULL,
    "mail_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "count" INTEGER NOT NULL DEFAULT 1,
    "counted_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_codes_pkey" PRIMARY KEY ("workspace_id","document_id")
);
