-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "last_used_agent" TEXT,
ADD COLUMN     "last_used_ip" TEXT,
ADD COLUMN     "replaced_by" INTEGER;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "content" BYTEA,
ADD COLUMN     "decline_reason" TEXT,
ADD COLUMN     "declined_at" TIMESTAMPTZ(3),
ADD COLUMN     "media_type" TEXT,
ADD COLUMN     "sha256" BYTEA,
ADD COLUMN     "sign_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "sign_token" BYTEA,
ADD COLUMN     "sign_token_hash" BYTEA,
ADD COLUMN     "signed_drawing" TEXT,
ADD COLUMN     "signed_name" TEXT,
ADD COLUMN     "signer_agent" TEXT,
ADD COLUMN     "signer_ip" TEXT,
ADD COLUMN     "viewed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "case_id" BIGINT,
ADD COLUMN     "client_id" BIGINT;

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "totp_secret" BYTEA,
    "totp_enabled_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT,
    "password_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "owner_uuid" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("owner_uuid","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id_hash" BYTEA NOT NULL,
    "public_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "owner_uuid" UUID NOT NULL,
    "is_complete" BOOLEAN NOT NULL,
    "totp_failures" INTEGER NOT NULL DEFAULT 0,
    "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "id" BIGSERIAL NOT NULL,
    "email_key" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_links" (
    "token_hash" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "user_id" UUID,
    "owner_uuid" UUID,
    "email" TEXT,
    "role" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "owner_uuid" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "environment" "Environment",
    "user_id" UUID,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("owner_uuid","id")
);

-- CreateTable
CREATE TABLE "timers" (
    "workspace_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "case_id" BIGINT,
    "description" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "timers_pkey" PRIMARY KEY ("workspace_id","user_id")
);

-- CreateTable
CREATE TABLE "invoice_lines" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "invoice_id" BIGINT NOT NULL,
    "time_entry_id" BIGINT,
    "description" TEXT NOT NULL,
    "hours" DECIMAL,
    "rate" DECIMAL,
    "amount" DECIMAL NOT NULL,

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "intake_forms" (
    "workspace_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "introduction" TEXT NOT NULL DEFAULT '',
    "practice_areas" TEXT[],
    "is_open" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "intake_forms_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "request_logs" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "request_id" TEXT NOT NULL,
    "api_key_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "query" TEXT,
    "status" INTEGER NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "error_code" TEXT,
    "ip" TEXT,
    "user_agent" TEXT,
    "request_body" TEXT,
    "response_body" TEXT,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "test_inboxes" (
    "workspace_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "endpoint_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_inboxes_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "inbox_requests" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "inbox_requests_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_public_id_key" ON "sessions"("public_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_failures_email_key_failed_at_idx" ON "sign_in_failures"("email_key", "failed_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_ip_failed_at_idx" ON "sign_in_failures"("ip", "failed_at");

-- CreateIndex
CREATE INDEX "one_time_links_owner_uuid_idx" ON "one_time_links"("owner_uuid");

-- CreateIndex
CREATE INDEX "audit_entries_owner_uuid_action_id_idx" ON "audit_entries"("owner_uuid", "action", "id");

-- CreateIndex
CREATE INDEX "invoice_lines_workspace_id_invoice_id_idx" ON "invoice_lines"("workspace_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_workspace_id_time_entry_id_key" ON "invoice_lines"("workspace_id", "time_entry_id");

-- CreateIndex
CREATE UNIQUE INDEX "intake_forms_slug_key" ON "intake_forms"("slug");

-- CreateIndex
CREATE INDEX "request_logs_workspace_id_request_id_idx" ON "request_logs"("workspace_id", "request_id");

-- CreateIndex
CREATE INDEX "request_logs_workspace_id_api_key_id_id_idx" ON "request_logs"("workspace_id", "api_key_id", "id");

-- CreateIndex
CREATE INDEX "request_logs_age_idx" ON "request_logs" USING BRIN ("at");

-- CreateIndex
CREATE UNIQUE INDEX "test_inboxes_token_key" ON "test_inboxes"("token");

-- CreateIndex
CREATE UNIQUE INDEX "documents_sign_token_hash_key" ON "documents"("sign_token_hash");

-- CreateIndex
CREATE INDEX "invoices_due_idx" ON "invoices"("workspace_id", "due_date") WHERE (status = 'sent');

-- CreateIndex
CREATE INDEX "leads_workspace_id_status_created_at_idx" ON "leads"("workspace_id", "status", "created_at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_owner_uuid_fkey" FOREIGN KEY ("owner_uuid") REFERENCES "accounts"("owner_uuid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_owner_uuid_fkey" FOREIGN KEY ("owner_uuid") REFERENCES "accounts"("owner_uuid") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever has an account becomes its owner, with the password that it had.
WITH "owners" AS (
    INSERT INTO "users" ("email", "name", "password_hash", "created_at")
    SELECT "email", "name", "password_hash", "created_at" FROM "accounts"
    RETURNING "id", "email"
)
INSERT INTO "memberships" ("owner_uuid", "user_id", "role")
SELECT "accounts"."owner_uuid", "owners"."id", 'owner' FROM "accounts" JOIN "owners" USING ("email");

ALTER TABLE "accounts" DROP COLUMN "password_hash";
