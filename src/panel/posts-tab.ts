import { html } from 'lit'
import { PanelView } from './panel-view.ts'
import { controls } from './style/controls.ts'

/** The posts. */
export class PostsTab extends PanelView {
  static override styles = [controls]

  override render() {
    this.model.wantPosts()
    return html`<ul class="scroll">${this.model.posts.map((post) => html`<li class="clip">${post.id} ${post.title}</li>`)}</ul>`
  }
}
