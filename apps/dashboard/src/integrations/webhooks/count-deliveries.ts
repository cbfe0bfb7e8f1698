import { formatCount } from '../../components/values/formats.ts'

/** `1 delivery`, `12 deliveries` */
export const countDeliveries = (count: number) => `${formatCount(count)} ${count === 1 ? 'delivery' : 'deliveries'}`
