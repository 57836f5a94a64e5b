import { logVerbosity, ServerCredentials, setLogVerbosity, type Server } from '@grpc/grpc-js'
import { bindFailure, type Listen } from '../../http/listen.ts'

/** Starts listening without TLS. Throws PermanentError `conflict` with the setting's name when the address cannot be had. */
export function bind(
  server: Server,
  listen: Listen,
): Promise<{ readonly url: string; readonly port: number }> {
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host
  // The library writes to stderr what is thrown here, in words that name no setting.
  setLogVerbosity(logVerbosity.NONE)
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${listen.port}`, ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve({ url: `http://${host}:${port}`, port })
      else reject(bindFailure(error, listen))
    })
  })
}

/** Takes no more calls; resolves when all are answered, or cuts them after `drainMs`. */
export function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), drainMs)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
