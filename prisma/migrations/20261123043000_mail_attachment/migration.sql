-- The invoice as a file of a message, until the message has gone.
ALTER TABLE "mails" ADD COLUMN "attachment" BYTEA,
ADD COLUMN "attachment_name" TEXT;
