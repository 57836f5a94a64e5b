import { readFile } from 'node:fs/promises'

/** Processor time that a process has used so far, all its threads together, seconds; NaN where there is no /proc. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in brackets, may contain spaces. Fields 14 and 15 are user and system time in ticks of 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Memory that a process holds (RSS), MB; NaN where there is no /proc. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}
