import { defineConfig, type ViteUserConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { tallyReporter } from './test/support/tally-reporter.ts'

/**
 * One library entry for each file that package.json promises: `./dist/src/node.js` is built from `src/node.ts`,
 * so what is published and what is built cannot drift apart.
 */
function publicEntries(): Record<string, string> {
  const promised = JSON.stringify([manifest.exports, manifest.bin]).matchAll(/"(?:\.\/)?dist\/([^"]+)\.js"/g)
  return Object.fromEntries(Array.from(promised, ([, name]) => [name, `${name}.ts`]))
}

/** A process of its own, which nothing imports. */
const childProcesses = { 'contracts/pact/native/child': 'contracts/pact/native/child.ts' }

/** What is installed beside us stays an import; anything else that is imported would be built in, and package.integration.test.ts objects. */
const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]

/** The tests beside the unit part. Tests of many of a kind take a sample, and all with UNDERSTUDY_FULL=1. */
const slowTests = { integration: ['test/**/*.integration.test.ts'], browser: ['test/**/*.browser.test.ts'] }

/** Unit tests of what is done to the network of a whole process, which need one of their own. */
const onTheNetwork = ['test/src/node/*.test.ts']

const tallyFile = process.env.TEST_TALLY

/** What `vite build --mode NAME` makes for pages: the panel in one file. */
const pageBuilds: Record<string, ViteUserConfig> = {
  page: {
    root: 'src/demo',
    base: './',
    build: {
      target: 'es2023',
      outDir: '../../dist/page',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
    },
  },
  panel: {
    build: {
      target: 'es2023',
      outDir: 'dist/panel',
      // No `lib`: Vite does not minify a library; this file is for the page as it is.
      rolldownOptions: {
        input: 'src/panel/served.ts',
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'panel.js', codeSplitting: false },
      },
    },
  },
}

const library: ViteUserConfig = {
  build: {
    target: ['es2023', 'node22'],
    lib: { entry: { ...publicEntries(), ...childProcesses }, formats: ['es'] },
    minify: false,
    rolldownOptions: {
      external: [/^node:/, ...installed.map((name) => new RegExp(`^${name}(?:/|$)`))],
      // One built file for each source file: readable in a debugger, and the declarations lie beside them.
      output: { preserveModules: true, preserveModulesRoot: '.', entryFileNames: '[name].js' },
    },
  },
  test: {
    // One more than the two cores there are: a third of the time of a test file is waiting.
    maxWorkers: 3,
    // For what hangs, not for what is slow: no verdict may hang on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A second is the default: too little for what loads, on a machine that does other things as well.
    expect: { poll: { timeout: 60_000 } },
    // A machine that is shared may fail a test once. What passes then is named by the tally reporter, to be mended.
    retry: tallyFile === undefined ? 0 : 1,
    reporters: tallyFile === undefined ? ['default'] : ['default', tallyReporter(tallyFile)],
    globalSetup: ['test/support/run-folder.ts'],
    // In a step of GitHub Actions the command line would write to its summary.
    env: { GITHUB_STEP_SUMMARY: '' },
    // A new process for each file costs a third of the unit part: a file leaves the process as it has found it.
    isolate: false,
    setupFiles: ['test/support/put-back.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // A process and what goes between it and Vitest cost a sixth of the unit part; nothing in it needs one.
          pool: 'threads',
          include: ['test/**/*.test.ts'],
          exclude: [...slowTests.integration, ...slowTests.browser, ...onTheNetwork],
        },
      },
      {
        extends: true,
        // What is intercepted by MSW stays in clients that were loaded meanwhile: axios keeps the Request that it has met first.
        test: {
          name: 'unit-network',
          pool: 'threads',
          isolate: true,
          include: onTheNetwork,
          exclude: slowTests.integration,
        },
      },
      { extends: true, test: { name: 'integration', include: slowTests.integration } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: slowTests.browser,
          globalSetup: ['test/support/browser/global-setup.ts'],
        },
      },
    ],
  },
}

export default defineConfig(({ mode }) => pageBuilds[mode] ?? library)
