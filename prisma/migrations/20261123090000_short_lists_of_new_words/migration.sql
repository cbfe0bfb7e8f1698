-- A search reads all words that wait to be put in their index: up to 4 MB of them, and 0.5 MB from now on.
ALTER INDEX "clients_words_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "expenses_words_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "matters_words_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "time_entries_words_idx" SET (gin_pending_list_limit = 512);
