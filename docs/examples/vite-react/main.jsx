import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Posts() {
  const [posts, setPosts] = useState([])
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const load = async () => {
      const response = await fetch('/v1/posts')
      if (response.ok) setPosts(await response.json())
      else setProblem(`The posts cannot be loaded: ${response.status}`)
    }
    load().catch(() => setProblem('The service cannot be reached.'))
    // The posts changed: by this page, the panel, another tab, or `curl`.
    addEventListener('posts-understudy:change', load)
    return () => removeEventListener('posts-understudy:change', load)
  }, [])

  if (problem) return <p role="alert">{problem}</p>
  return (
    <ul>
      {posts.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}

createRoot(document.getElementById('root')).render(<Posts />)
