/** How the OpenAPI document presents a resource. */
export interface Tag {
  readonly name: string
  readonly description: string
}
