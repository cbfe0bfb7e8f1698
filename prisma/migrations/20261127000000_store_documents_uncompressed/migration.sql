-- A document is read in pieces: PostgreSQL would decompress one from its beginning for each piece.
ALTER TABLE "documents" ALTER COLUMN "content" SET STORAGE EXTERNAL;
