SET LOCAL lock_timeout = '5s';

-- CreateTable
CREATE TABLE "firm_profiles" (
    "workspace_id" INTEGER NOT NULL,
    "legal_name" TEXT,
    "street" TEXT,
    "postal_code" TEXT,
    "city" TEXT,
    "region" TEXT,
    "country" TEXT,
    "tax_number" TEXT,
    "vat_id" TEXT,
    "account_holder" TEXT,
    "bank_name" TEXT,
    "iban" TEXT,
    "bic" TEXT,
    "contact_name" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "website" TEXT,
    "currency" TEXT,
    "currency_digits" INTEGER NOT NULL DEFAULT 2,
    "time_zone" TEXT,
    "locale" TEXT,
    "payment_days" INTEGER,
    "invoice_note" TEXT,
    "logo" BYTEA,

    CONSTRAINT "firm_profiles_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "firm_logos" (
    "workspace_id" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "media_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,

    CONSTRAINT "firm_logos_pkey" PRIMARY KEY ("workspace_id","sha256")
);

-- The day of a moment where the firm is: what "today" is, and when time was worked.
CREATE FUNCTION firm_day(workspace integer, moment timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (moment AT TIME ZONE coalesce((SELECT time_zone FROM firm_profiles WHERE workspace_id = workspace), 'UTC'))::date
$$;
