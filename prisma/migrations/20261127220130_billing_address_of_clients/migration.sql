-- AlterTable
ALTER TABLE "client_billing" ADD COLUMN     "moved_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "buyer_reference" TEXT,
ADD COLUMN     "city" TEXT,
ADD COLUMN     "country" TEXT,
ADD COLUMN     "electronic_address" TEXT,
ADD COLUMN     "postal_code" TEXT,
ADD COLUMN     "region" TEXT,
ADD COLUMN     "street" TEXT,
ADD COLUMN     "vat_id" TEXT;
