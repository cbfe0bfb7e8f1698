-- What an expense is taxed with on an invoice; null: as costs of its kind are.
ALTER TABLE "expenses" ADD COLUMN "tax_category" TEXT, ADD COLUMN "tax_percent" DECIMAL;

-- Which tax costs have that were paid to somebody else.
ALTER TABLE "tax_rates" ADD COLUMN "is_for_hard_costs" BOOLEAN NOT NULL DEFAULT false;
