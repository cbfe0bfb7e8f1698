-- Programs of the version before look for the record themselves, so they keep to one each.
DROP INDEX CONCURRENTLY IF EXISTS "external_records_workspace_id_resource_resource_id_key";
