/** The value of a `traceparent` header (W3C Trace Context), which other programs and the database store. */
type Traceparent = string

type Attributes = Readonly<Record<string, string | number>>

/** One step of a trace, in progress. */
interface Span {
  /** The parent of the steps that this one causes. */
  readonly traceparent: Traceparent
  /** @param error The kind of failure. Undefined after a success. */
  end(result: { readonly name?: string; readonly attributes: Attributes; readonly error?: string | undefined }): void
}

export interface Tracing {
  /** @param parent The traceparent of the outer step. An invalid one is ignored. */
  begin(name: string, of: { readonly kind: 'server' | 'client'; readonly parent: string | null | undefined }): Span
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** The name of the service in traces. OTEL_SERVICE_NAME replaces it. */
  readonly service: string
  /** Called with each reason why spans could not be sent. */
  readonly onProblem: (problem: string) => void
}
