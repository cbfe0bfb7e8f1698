-- CreateTable
CREATE TABLE "storage_usage" (
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "storage_usage_pkey" PRIMARY KEY ("workspace_id","kind")
);

-- What is there already
INSERT INTO storage_usage (workspace_id, kind, rows, bytes)
SELECT workspace_id, 'request_log', count(*), sum(coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0))
FROM request_logs GROUP BY workspace_id
UNION ALL
SELECT workspace_id, 'stored_answers', count(*), sum(octet_length(answer)) FROM idempotency_keys GROUP BY workspace_id;
