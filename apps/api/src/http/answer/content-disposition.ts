/** The longest file name of the usual file systems. */
const mostBytes = 255

const shortened = (stem: string, most: number): string =>
  Buffer.byteLength(stem) <= most
    ? stem
    : shortened(
        Array.from(stem)
          .slice(0, -Math.max(1, Math.ceil((Buffer.byteLength(stem) - most) / 4)))
          .join(''),
        most,
      )

/** A file name of at most 255 bytes. Characters that a file system or a header does not take become hyphens. */
export const fileNameOf = (stem: string, ending: string): string =>
  shortened(
    stem
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-'),
    mostBytes - ending.length,
  ) + ending

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')

// RFC 8187 allows fewer characters than encodeURIComponent leaves.
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The header of a file by RFC 6266, with a name of other letters by RFC 8187. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = asciiOf(name)
  return `${type}; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded(name)}`}`
}
