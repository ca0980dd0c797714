from config.settings import *

INSTALLED_APPS += ["rest_framework", "posts"]
