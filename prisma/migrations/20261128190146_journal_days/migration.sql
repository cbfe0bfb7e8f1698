-- AlterTable
ALTER TABLE "allocations" ADD COLUMN     "spent_on" DATE;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "voided_on" DATE;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "booked_name" TEXT,
ADD COLUMN     "reversed_on" DATE;

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "booked_documents" JSONB,
ADD COLUMN     "booked_name" TEXT,
ADD COLUMN     "reversed_on" DATE;

-- AlterTable
ALTER TABLE "write_offs" ADD COLUMN     "booked_on" DATE,
ADD COLUMN     "rate_category" TEXT,
ADD COLUMN     "rate_percent" DECIMAL;

-- CreateTable
CREATE TABLE "reversed_allocations" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "payment_id" BIGINT NOT NULL,
    "invoice_id" BIGINT NOT NULL,
    "amount" DECIMAL NOT NULL,
    "spent_on" DATE,

    CONSTRAINT "reversed_allocations_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "reversed_allocations_workspace_id_payment_id_idx" ON "reversed_allocations"("workspace_id", "payment_id");

-- CreateIndex
CREATE INDEX "reversed_allocations_workspace_id_spent_on_idx" ON "reversed_allocations"("workspace_id", "spent_on");

-- A past day of the journal never changes, so a row keeps its day in the time zone of that day. Triggers set the days, because
-- programs of the version before write rows as well.

CREATE FUNCTION keep_voided_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.voided_on := firm_day(NEW.workspace_id, NEW.voided_at);
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_voided BEFORE UPDATE OF voided_at ON "invoices" FOR EACH ROW
  WHEN (NEW.voided_at IS DISTINCT FROM OLD.voided_at) EXECUTE FUNCTION keep_voided_day();

CREATE FUNCTION keep_write_off_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.booked_on := firm_day(NEW.workspace_id, NEW.at);
  RETURN NEW;
END $$;
CREATE TRIGGER write_offs_added BEFORE INSERT ON "write_offs" FOR EACH ROW
  WHEN (NEW.booked_on IS NULL) EXECUTE FUNCTION keep_write_off_day();

CREATE FUNCTION keep_reversal_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reversed_on := firm_day(NEW.workspace_id, NEW.deleted_at);
  RETURN NEW;
END $$;
CREATE TRIGGER payments_reversed BEFORE UPDATE OF deleted_at ON "payments" FOR EACH ROW
  WHEN (NEW.deleted_at IS DISTINCT FROM OLD.deleted_at) EXECUTE FUNCTION keep_reversal_day();
CREATE TRIGGER refunds_reversed BEFORE UPDATE OF deleted_at ON "refunds" FOR EACH ROW
  WHEN (NEW.deleted_at IS DISTINCT FROM OLD.deleted_at) EXECUTE FUNCTION keep_reversal_day();

CREATE FUNCTION name_of_client(workspace integer, client bigint) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(company_name, contact_person, email, '') FROM clients WHERE workspace_id = workspace AND id = client
$$;
CREATE FUNCTION keep_client_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.booked_name := name_of_client(NEW.workspace_id, NEW.client_id);
  RETURN NEW;
END $$;
CREATE TRIGGER payments_added BEFORE INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION keep_client_name();
CREATE TRIGGER refunds_added BEFORE INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION keep_client_name();

-- True for a payment or credit note of an earlier transaction. What is allocated of it now was credit until now.
CREATE FUNCTION is_earlier_payment(workspace integer, payment bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payments WHERE workspace_id = workspace AND id = payment AND xmin <> pg_current_xact_id()::xid)
$$;
CREATE FUNCTION is_earlier_credit_note(workspace integer, credit_note bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM credit_notes WHERE workspace_id = workspace AND id = credit_note AND xmin <> pg_current_xact_id()::xid)
$$;
CREATE FUNCTION keep_spent_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_earlier_payment(NEW.workspace_id, NEW.payment_id) OR is_earlier_credit_note(NEW.workspace_id, NEW.credit_note_id) THEN
    NEW.spent_on := firm_day(NEW.workspace_id, now());
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER allocations_added BEFORE INSERT ON "allocations" FOR EACH ROW
  WHEN (NEW.spent_on IS NULL) EXECUTE FUNCTION keep_spent_day();

-- The reversal of a payment deletes its allocations.
CREATE FUNCTION keep_reversed_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reversed_allocations (workspace_id, id, payment_id, invoice_id, amount, spent_on)
  SELECT OLD.workspace_id, OLD.id, OLD.payment_id, OLD.invoice_id, OLD.amount, OLD.spent_on;
  RETURN NULL;
END $$;
CREATE TRIGGER allocations_removed AFTER DELETE ON "allocations" FOR EACH ROW
  WHEN (OLD.payment_id IS NOT NULL) EXECUTE FUNCTION keep_reversed_allocation();
