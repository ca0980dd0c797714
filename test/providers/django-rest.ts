import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run, unpackFromDebian } from './install.ts'
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
    const environment = environmentOf(folder)
    const generated = join(folder, 'generated')
    await mkdir(generated)
    await run(python, ['-m', 'django', 'startproject', 'config', '.'], { folder: generated, environment })
    await run(python, ['manage.py', 'startapp', 'posts'], { folder: generated, environment })
    await layApp(generated)
    const migrating = { folder: generated, environment: { ...environment, ...settings } }
    await run(python, ['manage.py', 'makemigrations', 'posts'], migrating)
    await run(python, ['manage.py', 'migrate'], migrating)
  },
  async prepare(folder, installed) {
    await cp(join(installed, 'generated'), folder, { recursive: true })
    await layApp(folder)
  },
  command: (port, folder, installed) => ({
    command: python,
    args: ['manage.py', 'runserver', '--noreload', `127.0.0.1:${port}`],
    folder,
    environment: { ...environmentOf(installed), ...settings },
  }),
})

const settings = { DJANGO_SETTINGS_MODULE: 'local_settings' }

function environmentOf(installed: string): Record<string, string> {
  return { PYTHONPATH: join(installed, 'root/usr/lib/python3/dist-packages'), PYTHONDONTWRITEBYTECODE: '1' }
}

function layApp(folder: string): Promise<void> {
  return cp(join(import.meta.dirname, 'apps/django-rest'), folder, { recursive: true })
}
