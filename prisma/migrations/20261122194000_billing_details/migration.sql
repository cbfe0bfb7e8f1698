SET LOCAL lock_timeout = '5s';

-- CreateTable
CREATE TABLE "client_billing" (
    "workspace_id" INTEGER NOT NULL,
    "client_id" BIGINT NOT NULL,
    "street" TEXT,
    "postal_code" TEXT,
    "city" TEXT,
    "region" TEXT,
    "country" TEXT,
    "vat_id" TEXT,
    "reference" TEXT,
    "electronic_address" TEXT,

    CONSTRAINT "client_billing_pkey" PRIMARY KEY ("workspace_id","client_id")
);

-- CreateTable
CREATE TABLE "matter_billing" (
    "workspace_id" INTEGER NOT NULL,
    "case_id" BIGINT NOT NULL,
    "client_matter_id" TEXT,

    CONSTRAINT "matter_billing_pkey" PRIMARY KEY ("workspace_id","case_id")
);

-- CreateTable
CREATE TABLE "timekeepers" (
    "workspace_id" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "timekeeper_id" TEXT,
    "classification" TEXT,

    CONSTRAINT "timekeepers_pkey" PRIMARY KEY ("workspace_id","user_id")
);
