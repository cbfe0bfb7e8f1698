/** The matter or client that something belongs to. */
export interface RelatedTo {
  readonly case_id?: number
  readonly client_id?: number
}
