-- CreateEnum
CREATE TYPE "Environment" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "RateTier" AS ENUM ('free', 'pro', 'enterprise');

-- CreateTable
CREATE TABLE "accounts" (
    "owner_uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("owner_uuid")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" SERIAL NOT NULL,
    "owner_uuid" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "change_clock" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "workspace_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "rate_tier" "RateTier" NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "matters" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "case_category" TEXT,
    "service_type" TEXT,
    "status" TEXT NOT NULL,
    "official_case_number" TEXT,
    "case_type" TEXT,
    "client_id" BIGINT,
    "estimated_hours" DECIMAL,
    "estimated_budget_min" DECIMAL,
    "estimated_budget_max" DECIMAL,
    "start_date" DATE,
    "end_date" DATE,
    "external_id" TEXT,
    "words" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "matters_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "clients" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "company_name" TEXT,
    "contact_person" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "address" TEXT,
    "client_type" TEXT,
    "status" TEXT NOT NULL,
    "notes" TEXT,
    "bio" TEXT,
    "website" TEXT,
    "location" TEXT,
    "external_id" TEXT,
    "words" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "clients_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "time_entries" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "case_id" BIGINT,
    "client_id" BIGINT,
    "description" TEXT,
    "duration" DECIMAL,
    "start_time" TIMESTAMPTZ(3),
    "end_time" TIMESTAMPTZ(3),
    "is_billable" BOOLEAN NOT NULL,
    "rate" DECIMAL,
    "hourly_rate" DECIMAL,
    "activity_type" TEXT,
    "status" TEXT NOT NULL,
    "external_id" TEXT,
    "words" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "time_entries_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "workspace_id" INTEGER NOT NULL,
    "invoice_id" BIGSERIAL NOT NULL,
    "invoice_number" TEXT NOT NULL,
    "case_id" BIGINT,
    "client_user_id" BIGINT,
    "total_amount" DECIMAL NOT NULL,
    "status" TEXT NOT NULL,
    "issue_date" DATE,
    "due_date" DATE,
    "paid_date" DATE,
    "amount_paid" DECIMAL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("workspace_id","invoice_id")
);

-- CreateTable
CREATE TABLE "leads" (
    "workspace_id" INTEGER NOT NULL,
    "lead_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT,
    "email_key" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "practice_area" TEXT,
    "description" TEXT,
    "urgency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "leads_pkey" PRIMARY KEY ("workspace_id","lead_id")
);

-- CreateTable
CREATE TABLE "lead_keys" (
    "workspace_id" INTEGER NOT NULL,
    "lead_id" UUID NOT NULL,
    "api_key_id" INTEGER NOT NULL,

    CONSTRAINT "lead_keys_pkey" PRIMARY KEY ("workspace_id","api_key_id","lead_id")
);

-- CreateTable
CREATE TABLE "documents" (
    "workspace_id" INTEGER NOT NULL,
    "document_id" BIGSERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "case_id" BIGINT,
    "client_id" BIGINT,
    "status" TEXT NOT NULL,
    "signer_name" TEXT NOT NULL,
    "signer_email" TEXT NOT NULL,
    "signed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("workspace_id","document_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "workspace_id" INTEGER NOT NULL,
    "api_key_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","api_key_id","key")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "last_delivery_at" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "first_failure_at" TIMESTAMPTZ(3),
    "failed_event_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "circuit_open_until" TIMESTAMPTZ(3),
    "circuit_level" INTEGER NOT NULL DEFAULT 0,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "resume_held_until" TIMESTAMPTZ(3),
    "skip_held_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "events" (
    "workspace_id" INTEGER NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" BIGINT NOT NULL,
    "event_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "schedule_start" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "last_status_code" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "workspace_id" INTEGER NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "webhook_delivery_id" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER,
    "outcome" TEXT,
    "status_code" INTEGER,
    "response_body" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_replays" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" BIGINT NOT NULL,
    "from_time" TIMESTAMPTZ(3) NOT NULL,
    "to_time" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "last_created_at" TIMESTAMPTZ(3),
    "last_id" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_replays_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_owner_uuid_environment_key" ON "workspaces"("owner_uuid", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "matters_workspace_id_updated_at_idx" ON "matters"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "matters_workspace_id_created_at_idx" ON "matters"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "matters_workspace_id_status_id_idx" ON "matters"("workspace_id", "status", "id");

-- CreateIndex
CREATE INDEX "matters_workspace_id_client_id_id_idx" ON "matters"("workspace_id", "client_id", "id");

-- CreateIndex
CREATE INDEX "matters_words_idx" ON "matters" USING GIN ("words");

-- CreateIndex
CREATE UNIQUE INDEX "matters_workspace_id_external_id_key" ON "matters"("workspace_id", "external_id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "clients_workspace_id_updated_at_idx" ON "clients"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "clients_workspace_id_created_at_idx" ON "clients"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "clients_workspace_id_status_id_idx" ON "clients"("workspace_id", "status", "id");

-- CreateIndex
CREATE INDEX "clients_words_idx" ON "clients" USING GIN ("words");

-- CreateIndex
CREATE UNIQUE INDEX "clients_workspace_id_external_id_key" ON "clients"("workspace_id", "external_id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "time_entries_workspace_id_updated_at_idx" ON "time_entries"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "time_entries_workspace_id_created_at_idx" ON "time_entries"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "time_entries_workspace_id_status_id_idx" ON "time_entries"("workspace_id", "status", "id");

-- CreateIndex
CREATE INDEX "time_entries_workspace_id_client_id_id_idx" ON "time_entries"("workspace_id", "client_id", "id");

-- CreateIndex
CREATE INDEX "time_entries_workspace_id_case_id_id_idx" ON "time_entries"("workspace_id", "case_id", "id");

-- CreateIndex
CREATE INDEX "time_entries_words_idx" ON "time_entries" USING GIN ("words");

-- CreateIndex
CREATE UNIQUE INDEX "time_entries_workspace_id_external_id_key" ON "time_entries"("workspace_id", "external_id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "invoices_workspace_id_updated_at_idx" ON "invoices"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "invoices_workspace_id_created_at_idx" ON "invoices"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "invoices_workspace_id_status_invoice_id_idx" ON "invoices"("workspace_id", "status", "invoice_id");

-- CreateIndex
CREATE INDEX "invoices_workspace_id_case_id_invoice_id_idx" ON "invoices"("workspace_id", "case_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoices_workspace_id_client_user_id_invoice_id_idx" ON "invoices"("workspace_id", "client_user_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_workspace_id_invoice_number_key" ON "invoices"("workspace_id", "invoice_number") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "leads_workspace_id_created_at_idx" ON "leads"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "leads_workspace_id_email_key_key" ON "leads"("workspace_id", "email_key") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "events_workspace_id_created_at_idx" ON "events"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "events_age_idx" ON "events" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id", "next_attempt_at") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "webhook_deliveries_test_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id") WHERE (status = 'pending' AND kind = 'ping.test');

-- CreateIndex
CREATE INDEX "webhook_deliveries_in_flight_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id") WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text]));

-- CreateIndex
CREATE INDEX "webhook_deliveries_lease_idx" ON "webhook_deliveries"("lease_until") WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text]));

-- CreateIndex
CREATE INDEX "webhook_deliveries_log_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_undelivered_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id", "status", "created_at", "id") WHERE (status = ANY (ARRAY['failed'::text, 'blocked'::text, 'held'::text, 'cancelled'::text]));

-- CreateIndex
CREATE INDEX "webhook_deliveries_age_idx" ON "webhook_deliveries" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "webhook_attempts_workspace_id_webhook_delivery_id_attempt_idx" ON "webhook_attempts"("workspace_id", "webhook_delivery_id", "attempt");

-- CreateIndex
CREATE INDEX "webhook_attempts_age_idx" ON "webhook_attempts" USING BRIN ("started_at");

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_owner_uuid_fkey" FOREIGN KEY ("owner_uuid") REFERENCES "accounts"("owner_uuid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
