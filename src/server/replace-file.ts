import { writeFile } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'

/**
 * Replaces a file in one step, and makes it where there is none. On a full disk write-file-atomic 7.0.1 takes a short write for
 * a whole one, and loses the file: so its draft has all of the content before it writes it over.
 */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  await writeFileAtomic(file, content, { tmpfileCreated: (draft) => writeFile(draft, content) })
}
