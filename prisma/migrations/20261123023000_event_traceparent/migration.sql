-- The step of a trace that recorded an event, for the attempts to deliver it.
ALTER TABLE "events" ADD COLUMN "traceparent" TEXT;
