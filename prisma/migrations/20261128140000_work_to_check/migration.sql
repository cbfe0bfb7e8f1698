-- Set by the worker: whether unbilled work of an earlier version waits for the decision of a person.
ALTER TABLE "workspaces" ADD COLUMN "has_work_to_check" BOOLEAN NOT NULL DEFAULT false;
