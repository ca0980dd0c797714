import { type MountedPanel, type PanelOptions, placePanel } from './place-panel.ts'

/**
 * Puts the panel into the page: a pill in a corner, which opens it. One that is there already is taken away. What the open
 * panel is made of is loaded when it is opened.
 *
 * @example
 * mountPanel({ control: remoteControl() })
 */
export function mountPanel(options: PanelOptions): MountedPanel {
  return placePanel(options, async () => (await import('./dock-elements.ts')).defineDock())
}
