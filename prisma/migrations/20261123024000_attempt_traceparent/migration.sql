-- The place in a trace that the request of an attempt carried, for whoever looks at that request later.
ALTER TABLE "webhook_attempts" ADD COLUMN "traceparent" TEXT;
