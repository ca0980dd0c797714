from django.urls import include, path
from posts.views import PostViewSet
from rest_framework import routers

# The interface has no slash at the end of a path; this is the router's documented option for it.
router = routers.DefaultRouter(trailing_slash=False)
router.register(r"posts", PostViewSet)

urlpatterns = [path("v1/", include(router.urls))]
