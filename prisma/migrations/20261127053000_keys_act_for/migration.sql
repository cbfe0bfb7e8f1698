-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "acts_for" UUID;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_acts_for_fkey" FOREIGN KEY ("acts_for") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
