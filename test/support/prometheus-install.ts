import { debianProgramPath } from './debian-program.ts'

/** Programs of Prometheus' that the tests run. */
export type PrometheusProgram = 'prometheus' | 'promtool' | 'prometheus-alertmanager' | 'amtool'

/**
 * Path of a program of Prometheus' (2.42 or newer) or its Alertmanager's (0.25 or newer). Where it is missing it is
 * installed when this process may do so; elsewhere this throws an error that says what to install.
 */
export async function prometheusProgramPath(name: PrometheusProgram): Promise<string> {
  return debianProgramPath({
    name,
    packages: ['prometheus', 'prometheus-alertmanager'],
    advice:
      'Install it: `apt-get install prometheus prometheus-alertmanager` (Debian, Ubuntu), elsewhere the ' +
      'releases of https://prometheus.io/download on the PATH, alertmanager as `prometheus-alertmanager`.',
  })
}
