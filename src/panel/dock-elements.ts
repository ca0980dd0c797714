import { defineElements } from './define-elements.ts'
import { Dock } from './dock.ts'
import { FailNext } from './fail-next.ts'
import { PostForm } from './post-form.ts'
import { PostsTab } from './posts-tab.ts'
import { ProfileTab } from './profile-tab.ts'
import { RequestDetails } from './request-details.ts'
import { RequestsTab } from './requests-tab.ts'
import { Rows } from './rows.ts'
import { ScenarioTab } from './scenario-tab.ts'

export function defineDock(): void {
  defineElements({
    'understudy-dock': Dock,
    'understudy-rows': Rows,
    'understudy-posts': PostsTab,
    'understudy-post-form': PostForm,
    'understudy-requests': RequestsTab,
    'understudy-request': RequestDetails,
    'understudy-scenario': ScenarioTab,
    'understudy-fail-next': FailNext,
    'understudy-profile': ProfileTab,
  })
}
