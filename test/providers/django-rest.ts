import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runToSuccess, startProgram } from '../support/run-program.ts'
import { unpackFromDebian } from './install.ts'
import { realProvider } from './provider.ts'

const version = '3.14.0'
const python = '/usr/bin/python3'

/** Django REST framework from Debian 12: the model, serializer, view set and router of its tutorial. */
export const djangoRest = realProvider({
  name: 'django-rest',
  version,
  about: 'Django REST framework on Django 3.2 (Debian 12): a ModelViewSet over SQLite, runserver.',
  async install(folder) {
    await unpackFromDebian(folder, [`python3-djangorestframework=${version}-2+deb12u1`])
    const cwd = join(folder, 'generated')
    await mkdir(cwd)
    const generating = { cwd, env: environmentOf(folder) }
    await runToSuccess(python, ['-m', 'django', 'startproject', 'config', '.'], generating)
    await runToSuccess(python, ['manage.py', 'startapp', 'posts'], generating)
    await layApp(cwd)
    const migrating = { cwd, env: { ...generating.env, ...settings } }
    await runToSuccess(python, ['manage.py', 'makemigrations', 'posts'], migrating)
    await runToSuccess(python, ['manage.py', 'migrate'], migrating)
  },
  async prepare(folder, installed) {
    await cp(join(installed, 'generated'), folder, { recursive: true })
    await layApp(folder)
  },
  serve: (port, folder, installed) =>
    startProgram(python, ['manage.py', 'runserver', '--noreload', `127.0.0.1:${port}`], {
      cwd: folder,
      env: { ...environmentOf(installed), ...settings },
    }),
})

const settings = { DJANGO_SETTINGS_MODULE: 'local_settings' }

function environmentOf(installed: string): Record<string, string> {
  return { PYTHONPATH: join(installed, 'root/usr/lib/python3/dist-packages'), PYTHONDONTWRITEBYTECODE: '1' }
}

function layApp(folder: string): Promise<void> {
  return cp(join(import.meta.dirname, 'apps/django-rest'), folder, { recursive: true })
}
