/** The `whsec_…` of the endpoint; without one every delivery is answered 500. */
export const readSecret = () => process.env.WEBHOOK_SECRET ?? ''

export const port = Number(process.env.PORT ?? 4000)
