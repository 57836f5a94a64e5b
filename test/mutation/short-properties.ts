import fc from 'fast-check'

// A property that holds is asked again for every mutant it covers: a few hundred milliseconds of examples each time.
fc.configureGlobal({ interruptAfterTimeLimit: 300, markInterruptAsFailure: false })
