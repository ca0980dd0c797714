import { readFile } from 'node:fs/promises'

const read = (file: string) => readFile(file, 'utf8').catch(() => '')

/** The most memory that a process ever held, in MiB; 0 where the system does not tell (VmHWM, Linux). */
export async function peakOf(pid: number | undefined): Promise<number> {
  return mebibytes(await read(`/proc/${pid}/status`), /VmHWM:\s+(\d+) kB/)
}

/** The memory that a process and its children hold, in MiB (VmRSS, Linux). */
export async function heldBy(pid: number | string | undefined): Promise<number> {
  const [status = '', children = ''] = await Promise.all(
    [`/proc/${pid}/status`, `/proc/${pid}/task/${pid}/children`].map(read),
  )
  const held = await Promise.all((children.match(/\d+/g) ?? []).map(heldBy))
  return held.reduce((sum, each) => sum + each, mebibytes(status, /VmRSS:\s+(\d+) kB/))
}

const mebibytes = (status: string, pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0) / 1024
