-- Each write computed the expression of this index, which took seconds for long texts. Without it the version before reads all rows.
DROP INDEX CONCURRENTLY IF EXISTS "clients_name_vector_idx";
