-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "metadata" JSONB;

-- AlterTable
ALTER TABLE "time_entries" ADD COLUMN     "metadata" JSONB;

-- AlterTable
ALTER TABLE "expenses" ADD COLUMN     "metadata" JSONB;

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "metadata" JSONB;

CREATE TRIGGER clients_metadata_added AFTER INSERT ON "clients" FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER clients_metadata_removed AFTER DELETE ON "clients" FOR EACH ROW WHEN (OLD.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER clients_metadata_changed AFTER UPDATE ON "clients" FOR EACH ROW
  WHEN ((OLD.metadata IS NOT NULL OR NEW.metadata IS NOT NULL) AND (OLD.metadata, OLD.deleted_at) IS DISTINCT FROM (NEW.metadata, NEW.deleted_at))
  EXECUTE FUNCTION index_metadata();

CREATE TRIGGER time_entries_metadata_added AFTER INSERT ON "time_entries" FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER time_entries_metadata_removed AFTER DELETE ON "time_entries" FOR EACH ROW WHEN (OLD.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER time_entries_metadata_changed AFTER UPDATE ON "time_entries" FOR EACH ROW
  WHEN ((OLD.metadata IS NOT NULL OR NEW.metadata IS NOT NULL) AND (OLD.metadata, OLD.deleted_at) IS DISTINCT FROM (NEW.metadata, NEW.deleted_at))
  EXECUTE FUNCTION index_metadata();

CREATE TRIGGER expenses_metadata_added AFTER INSERT ON "expenses" FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER expenses_metadata_removed AFTER DELETE ON "expenses" FOR EACH ROW WHEN (OLD.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER expenses_metadata_changed AFTER UPDATE ON "expenses" FOR EACH ROW
  WHEN ((OLD.metadata IS NOT NULL OR NEW.metadata IS NOT NULL) AND (OLD.metadata, OLD.deleted_at) IS DISTINCT FROM (NEW.metadata, NEW.deleted_at))
  EXECUTE FUNCTION index_metadata();
