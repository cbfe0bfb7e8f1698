/** Secret of the endpoint, `whsec_…`. Without it, every delivery gets 500. */
export const readSecret = () => process.env.WEBHOOK_SECRET ?? ''

export const port = Number(process.env.PORT ?? 4000)
