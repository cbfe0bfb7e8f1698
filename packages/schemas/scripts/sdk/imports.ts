/** One import for each file of a folder: `import type { Allocation, Refund } from './payments.ts'`. */
export function typeImports(types: readonly { readonly name: string; readonly file: string }[], folder = '.'): string {
  const byFile = Map.groupBy(types, ({ file }) => file)
  return [...byFile]
    .map(
      ([file, same]) =>
        `import type { ${[...new Set(same.map(({ name }) => name))].join(', ')} } from '${folder}/${file}.ts'\n`,
    )
    .join('')
}
